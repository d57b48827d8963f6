/** The space beside a chart for its axis, in pixels; apart from the chart, which is loaded later. */
export const bandChartEdges = { left: 38, right: 10 } as const;
