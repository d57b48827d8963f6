/** Values from here on are shown in red (spec 2 §2), in percent and °C. */
export const RED_USAGE_PERCENT = 90;
export const RED_CPU_TEMPERATURE = 50;
