/** From here on a figure is shown in red (spec 2 §2). */
export const RED_USAGE_PERCENT = 90;
export const RED_CPU_TEMPERATURE = 50;
