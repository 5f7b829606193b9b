import { Icon } from '../../parts/icon.tsx'
import classes from './parts.module.css'
import type { ShownFile } from './shown.ts'
import { Still } from './still.tsx'

interface Props {
  readonly files: readonly ShownFile[]
  /** Tallest and widest shape of a single picture. */
  readonly tallest?: number
  readonly widest?: number
}

const square = 1

/** A picture keeps its shape between two limits. */
export const clampedAspect = (file: ShownFile, tallest: number, widest: number): number =>
  Math.min(widest, Math.max(tallest, file.aspect ?? square))

/** One picture in its own shape; two to four in a grid; of more the rest is a number. */
export function MediaGrid({ files, tallest = 0.75, widest = 1.91 }: Props) {
  const [first] = files
  if (first === undefined) return null
  const shown = files.slice(0, 4)
  const rest = files.length - shown.length
  const style = files.length === 1 ? { aspectRatio: clampedAspect(first, tallest, widest) } : undefined
  return (
    <div className={classes.grid} data-count={shown.length} style={style}>
      {shown.map((file, at) => (
        <div key={file.url} className={classes.cell}>
          <Still file={file} />
          {file.kind === 'video' && <Play />}
          {rest > 0 && at === shown.length - 1 && <span className={classes.rest}>+{rest}</span>}
        </div>
      ))}
    </div>
  )
}

interface CarouselProps extends Props {
  readonly hasNumber?: boolean
}

/** The first of several pictures, with the number and the dots of a carousel. */
export function Carousel({ files, tallest = 0.8, widest = 1.91, hasNumber = true }: CarouselProps) {
  const [first] = files
  if (first === undefined) return null
  return (
    <>
      <div className={classes.cell} style={{ aspectRatio: clampedAspect(first, tallest, widest) }}>
        <Still file={first} />
        {first.kind === 'video' && <Play />}
        {files.length > 1 && hasNumber && <span className={classes.count}>1/{files.length}</span>}
      </div>
      {files.length > 1 && <Dots count={files.length} />}
    </>
  )
}

/** More dots than these do not fit. */
const mostDots = 6

export function Dots({ count }: { readonly count: number }) {
  return (
    <div className={classes.dots}>
      {Array.from({ length: Math.min(count, mostDots) }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the dots are alike.
        <i key={at} data-now={at === 0 || undefined} />
      ))}
    </div>
  )
}

export function Play() {
  return (
    <span className={classes.play}>
      <Icon name="play" size={20} />
    </span>
  )
}
