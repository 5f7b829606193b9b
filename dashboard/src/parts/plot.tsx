import { lazily } from './lazily.tsx'
import classes from './plot.module.css'
import type { Curve } from './plot-scale.ts'

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
