import { lazily } from './lazily.tsx'
import classes from './plot.module.css'

/** What a plot shows. Keep it the same object while nothing changes. */
export interface Curve {
  readonly xs: readonly number[]
  /** Null leaves a gap. */
  readonly values: readonly (number | null)[]
  /** What it is compared with, as a dotted line. */
  readonly before?: readonly (number | null)[]
  /** There is nothing between two numbers. */
  readonly isWhole: boolean
  /** Begins at the lowest value, not at 0: for what changes little. */
  readonly fromLowest?: boolean
  readonly labelOf: (x: number) => string
  readonly format: (value: number) => string
}

const Canvas = lazily(async () => (await import('./plot-canvas.tsx')).PlotCanvas)

/** A curve. The sentence says it to everybody, also to those who cannot see the curve. */
export function Plot({ curve, sentence }: { readonly curve: Curve; readonly sentence: string }) {
  return (
    <figure className={classes.figure}>
      <div className={classes.room} aria-hidden="true">
        <Canvas curve={curve} />
      </div>
      <figcaption className="small third">{sentence}</figcaption>
    </figure>
  )
}
