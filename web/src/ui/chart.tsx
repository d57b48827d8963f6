import { LineChart, type LineSeriesOption } from 'echarts/charts';
import { GridComponent, type GridComponentOption } from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import ReactEChartsCore from 'echarts-for-react/esm/core';
import { useMemo } from 'react';

echarts.use([LineChart, GridComponent, CanvasRenderer]);

type Option = echarts.ComposeOption<LineSeriesOption | GridComponentOption>;

interface SparklineProps {
  /** `[milliseconds since 1970, percent]`, oldest first. */
  points: readonly (readonly [number, number])[];
  color: string;
  /** The longest time span that the chart shows. */
  spanMs: number;
  label: string;
}

const HEIGHT = 40;

/** The only import of echarts. A small line of percentages without axes; the value is shown beside it. */
export function Sparkline({ points, color, spanMs, label }: SparklineProps) {
  const option = useMemo((): Option => {
    const start = points[0]?.[0] ?? 0;
    const end = points.at(-1)?.[0] ?? 0;
    return {
      animation: false,
      grid: { left: 0, right: 0, top: 2, bottom: 0 },
      xAxis: { type: 'time', show: false, min: Math.max(start, end - spanMs), max: end },
      yAxis: { type: 'value', show: false, min: 0, max: 100 },
      series: [
        {
          type: 'line',
          data: points.map(([at, value]) => [at, value]),
          showSymbol: false,
          silent: true,
          lineStyle: { width: 1.5, color },
          areaStyle: { color, opacity: 0.12 },
        },
      ],
    };
  }, [points, color, spanMs]);

  return (
    <div role="img" aria-label={label}>
      <ReactEChartsCore echarts={echarts} option={option} style={{ height: HEIGHT }} />
    </div>
  );
}
