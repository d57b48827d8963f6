import ReactEChartsCore from 'echarts-for-react/esm/core';
// The only import of echarts.
import { BarChart as EChartsBarChart, LineChart, type BarSeriesOption, type LineSeriesOption } from 'echarts/charts';
import {
  GridComponent,
  TooltipComponent,
  type GridComponentOption,
  type TooltipComponentOption,
} from 'echarts/components';
import * as echarts from 'echarts/core';
import type { EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useMemo, useState } from 'react';
import { bandChartEdges } from './band-chart-edges.ts';

echarts.use([EChartsBarChart, LineChart, GridComponent, TooltipComponent, CanvasRenderer]);

type Option = echarts.ComposeOption<BarSeriesOption | LineSeriesOption | GridComponentOption | TooltipComponentOption>;

interface SparklineProps {
  /** `[milliseconds since 1970, percent]`, oldest first. */
  points: readonly (readonly [number, number])[];
  color: string;
  /** The longest time span that the chart shows. */
  spanMs: number;
  label: string;
}

/** `null` interrupts the line. */
export interface BandPoint {
  at: number;
  average: number | null;
  least: number | null;
  most: number | null;
}

interface BandChartProps {
  points: readonly BandPoint[];
  from: number;
  to: number;
  ticks: readonly number[];
  tickText: (at: number) => string;
  /** The greatest value of the axis. */
  most: number;
  unit: string;
  color: string;
  height: number;
}

const GREY = '#868e96';
const FAINT = 'rgba(134, 142, 150, 0.2)';

/** Points without a neighbour have no line to be seen in. */
const isAlone = (points: readonly BandPoint[], index: number): boolean =>
  points[index]?.average != null && points[index - 1]?.average == null && points[index + 1]?.average == null;

/** A line with the band between least and most, over time; without a legend and without interaction. */
export function BandChart({ points, from, to, ticks, tickText, most, unit, color, height }: BandChartProps) {
  const option = useMemo((): Option => {
    const customValues = [...ticks];
    const line = { type: 'line', showSymbol: false, silent: true, animation: false } as const;
    return {
      animation: false,
      grid: { ...bandChartEdges, top: 8, bottom: 22 },
      xAxis: {
        type: 'value',
        min: from,
        max: to,
        axisLine: { lineStyle: { color: FAINT } },
        axisTick: { customValues, lineStyle: { color: GREY } },
        axisLabel: { customValues, color: GREY, fontSize: 11, hideOverlap: true, formatter: tickText },
        splitLine: { show: false },
      },
      yAxis: {
        type: 'value',
        min: 0,
        max: most,
        interval: most / 4,
        axisLabel: { color: GREY, fontSize: 11, formatter: `{value}${unit}` },
        splitLine: { lineStyle: { color: FAINT } },
      },
      series: [
        { ...line, data: points.map(({ at, least }) => [at, least]), stack: 'band', lineStyle: { opacity: 0 } },
        {
          ...line,
          data: points.map(({ at, least, most: top }) => [at, least === null || top === null ? null : top - least]),
          stack: 'band',
          lineStyle: { opacity: 0 },
          areaStyle: { color, opacity: 0.18 },
        },
        {
          ...line,
          data: points.map(({ at, average }, index) => ({
            value: [at, average],
            symbol: isAlone(points, index) ? 'circle' : 'none',
          })),
          showSymbol: true,
          symbolSize: 4,
          itemStyle: { color },
          lineStyle: { width: 1.6, color },
        },
      ],
    };
  }, [points, from, to, ticks, tickText, most, unit, color]);
  return <ReactEChartsCore echarts={echarts} option={option} notMerge style={{ height }} />;
}

const HEIGHT = 40;

/** A small line of percentages without axes; the value is shown beside it. */
export function PercentSparkline({ points, color, spanMs, label }: SparklineProps) {
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

export interface Bar {
  /** Below the bar. */
  label: string;
  value: number;
  /** What is shown beside the pointer. */
  hint: string;
}

interface BarChartProps {
  bars: readonly Bar[];
  /** The axis ends here, or at a round number above the highest bar. */
  leastMost: number;
  color: string;
  height: number;
  onSelect: (index: number) => void;
}

/** Bars that lead further. A table beside it says the same to those who do not see it. */
export function BarChart({ bars, leastMost, color, height, onSelect }: BarChartProps) {
  const option = useMemo((): Option => {
    const isHigher = bars.some(({ value }) => value > leastMost);
    return {
      animation: false,
      grid: { left: 8, right: 8, top: 12, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
      tooltip: {
        trigger: 'axis',
        axisPointer: { type: 'shadow', shadowStyle: { color: FAINT } },
        confine: true,
        renderMode: 'richText',
        formatter: (at) => bars[(Array.isArray(at) ? at[0] : at)?.dataIndex ?? 0]?.hint ?? '',
      },
      xAxis: {
        type: 'category',
        data: bars.map(({ label }) => label),
        axisLine: { lineStyle: { color: GREY } },
        axisTick: { show: false },
        axisLabel: { color: GREY, fontSize: 11, hideOverlap: true },
      },
      yAxis: {
        type: 'value',
        min: 0,
        minInterval: 1,
        ...(isHigher ? {} : { max: leastMost }),
        axisLabel: { color: GREY, fontSize: 11 },
        splitLine: { lineStyle: { color: FAINT } },
      },
      series: [
        {
          type: 'bar',
          data: bars.map(({ value }) => value),
          barMaxWidth: 28,
          itemStyle: { color, borderRadius: [3, 3, 0, 0] },
        },
      ],
    };
  }, [bars, leastMost, color]);
  const [chart, setChart] = useState<EChartsType | null>(null);
  // The whole height belongs to a bar, because the bar of a small number is a hair that nobody hits.
  useEffect(() => {
    if (!chart) return;
    const canvas = chart.getZr();
    const select = ({ offsetX, offsetY }: { offsetX: number; offsetY: number }) => {
      if (chart.containPixel('grid', [offsetX, offsetY])) onSelect(chart.convertFromPixel({ xAxisIndex: 0 }, offsetX));
    };
    canvas.on('click', select);
    return () => canvas.off('click', select);
  }, [chart, onSelect]);
  return (
    <div aria-hidden="true">
      <ReactEChartsCore echarts={echarts} option={option} notMerge style={{ height }} onChartReady={setChart} />
    </div>
  );
}
