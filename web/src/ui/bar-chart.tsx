// Apart from the lines, which the detail of a device loads.
import { BarChart as EChartsBarChart, type BarSeriesOption } from 'echarts/charts';
import {
  GridComponent,
  TooltipComponent,
  type GridComponentOption,
  type TooltipComponentOption,
} from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import ReactEChartsCore from 'echarts-for-react/esm/core';
import { useMemo } from 'react';

echarts.use([EChartsBarChart, GridComponent, TooltipComponent, CanvasRenderer]);

type Option = echarts.ComposeOption<BarSeriesOption | GridComponentOption | TooltipComponentOption>;

const GREY = '#868e96';
const FAINT = 'rgba(134, 142, 150, 0.2)';

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
          cursor: 'pointer',
        },
      ],
    };
  }, [bars, leastMost, color]);
  const events = useMemo(() => ({ click: ({ dataIndex }: { dataIndex: number }) => onSelect(dataIndex) }), [onSelect]);
  return (
    <div aria-hidden="true">
      <ReactEChartsCore echarts={echarts} option={option} notMerge style={{ height }} onEvents={events} />
    </div>
  );
}
