import { canonicalName } from '@polypost/sdk'
import type { CSSProperties } from 'react'
import { titleOf } from '../data/platforms.ts'
import { platforms } from '../platforms/index.ts'
import classes from './mark.module.css'

interface Props {
  /** A platform, or the alias that a request used. */
  readonly platform: string
  readonly size?: 11 | 14 | 16 | 20
  /** The platform is switched off here. */
  readonly off?: boolean
  /** Its name does not stand beside it. */
  readonly alone?: boolean
}

/** The mark of a platform, in colours that are used nowhere else. One that is not known here is a grey letter. */
export function Mark({ platform, size = 16, off = false, alone = false }: Props) {
  const title = titleOf(platform)
  const known = platforms.find(({ name }) => name === canonicalName(platform))
  const names = alone ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true }
  const style = known && ({ '--mark': `light-dark(${known.colours.join()})` } as CSSProperties)
  return (
    <svg
      className={classes.mark}
      data-off={off || undefined}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      style={style}
      {...names}
    >
      <rect width="16" height="16" rx="4" fill="var(--mark, var(--pp-control))" />
      {known?.mark ?? (
        <text className={classes.letter} x="8" y="12">
          {title[0]?.toUpperCase()}
        </text>
      )}
    </svg>
  )
}
