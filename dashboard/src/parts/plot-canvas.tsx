import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import classes from './plot.module.css'
import { type Curve, isolated, labelled, scaleOf } from './plot-scale.ts'

/** The height of the labels and of the value below the pointer, in pixels. */
const besideHeight = 40
const rightAxis = 56

/** The curve on a canvas, in the colours of the scheme and as wide as there is room. */
export function PlotCanvas({ curve }: { readonly curve: Curve }) {
  const box = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme()
  const [pointed, setPointed] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the scheme.
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const height = (element.parentElement?.clientHeight ?? 0) - besideHeight
    const plot = new UPlot(optionsOf(curve, element, height, setPointed), dataOf(curve), element)
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [curve, scheme])
  return (
    <>
      <p className={classes.at}>{pointed !== null && textAt(curve, pointed)}</p>
      <div ref={box} className={classes.canvas} />
      <p className={classes.labels}>
        {labelled(curve.xs, labelsOf(curve)).map((x) => (
          <span key={x}>{curve.labelOf(x)}</span>
        ))}
      </p>
    </>
  )
}

/** Labels with a time of the day are long. */
const labelsOf = ({ xs: [first = 0], labelOf }: Curve): number => (labelOf(first).length > 12 ? 3 : 6)

const dataOf = ({ xs, values, before }: Curve): UPlot.AlignedData => [
  [...xs],
  [...values],
  ...(before ? [[...before]] : []),
]

function textAt({ xs, values, labelOf, format }: Curve, index: number): string {
  const [x, value] = [xs[index], values[index]]
  if (x === undefined || value === undefined || value === null) return ''
  return `${labelOf(x)}: ${format(value)}`
}

function optionsOf(
  curve: Curve,
  element: HTMLElement,
  height: number,
  point: (index: number | null) => void,
): UPlot.Options {
  const colour = colourIn(element)
  const { fontFamily } = getComputedStyle(element)
  const { lines, bottom, top } = scaleOf([...curve.values, ...(curve.before ?? [])], curve)
  const line = (values: Curve['values'], style: UPlot.Series): UPlot.Series => ({
    ...style,
    points: { show: false, size: 5, ...(style.stroke && { fill: style.stroke }), filter: () => isolated(values) },
  })
  return {
    width: element.clientWidth,
    height,
    padding: [8, 0, 4, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    scales: { x: { time: false }, y: { range: () => [bottom, top] } },
    axes: [
      { show: false },
      {
        side: 1,
        size: rightAxis,
        stroke: colour('--pp-text-3'),
        font: `12px ${fontFamily}`,
        grid: { stroke: colour('--pp-line'), width: 1 },
        ticks: { show: false },
        splits: () => [...lines],
        values: (_, splits) => splits.map(curve.format),
      },
    ],
    series: [
      {},
      line(curve.values, { stroke: colour('--pp-accent-mark'), width: 2 }),
      ...(curve.before
        ? [line(curve.before, { stroke: colour('--pp-text-3'), width: 1.5, dash: [1.5, 4], cap: 'round' })]
        : []),
    ],
    hooks: { setCursor: [({ cursor }) => point(cursor.idx ?? null)] },
  }
}

/** A canvas needs the colour itself: a token holds that of both schemes. */
const colourIn = (element: HTMLElement) => (token: string) => {
  const { color } = element.style
  element.style.color = `var(${token})`
  const computed = getComputedStyle(element).color
  element.style.color = color
  return computed
}
