import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../parts/icon.tsx'
import classes from './parts.module.css'

interface Props {
  /** A glyph, or a glyph with the platform’s word. */
  readonly items: readonly (IconName | readonly [IconName, string])[]
  readonly layout?: 'spread' | 'left' | 'stacked'
  readonly size?: number
  /** At the far right. */
  readonly last?: ReactNode
}

/** The row of what readers can do with a post. */
export function Actions({ items, layout = 'spread', size = 16, last }: Props) {
  return (
    <div className={classes.actions} data-layout={layout}>
      {items.map((item) => {
        const [icon, word] = typeof item === 'string' ? [item, null] : item
        return (
          <span key={icon}>
            <Icon name={icon} size={size} />
            {word}
          </span>
        )
      })}
      {last !== undefined && <span className={classes.last}>{last}</span>}
    </div>
  )
}
