import { LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use as register, type ComposeOption, type ECharts } from 'echarts/core';
import type { LineSeriesOption } from 'echarts/charts';
import type { GridComponentOption } from 'echarts/components';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';

register([LineChart, GridComponent, CanvasRenderer]);

type Option = ComposeOption<LineSeriesOption | GridComponentOption>;

interface SparklineProps {
  /** `[milliseconds since 1970, percent]`, oldest first. */
  points: readonly (readonly [number, number])[];
  color: string;
  /** How much time the width stands for at most. */
  spanMs: number;
  label: string;
}

/** The only door to echarts. A small line of percents without axes; its figure stands beside it. */
export function Sparkline({ points, color, spanMs, label }: SparklineProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);

  useEffect(() => {
    if (!box.current) return;
    const own = init(box.current);
    chart.current = own;
    const watcher = new ResizeObserver(() => own.resize());
    watcher.observe(box.current);
    return () => {
      watcher.disconnect();
      own.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    const start = points[0]?.[0] ?? 0;
    const end = points.at(-1)?.[0] ?? 0;
    const option: Option = {
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
    chart.current?.setOption(option);
  }, [points, color, spanMs]);

  return <div ref={box} role="img" aria-label={label} style={{ height: 40 }} />;
}
