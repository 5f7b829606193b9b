import { inOrder, titleOf } from '../data/platforms.ts'
import { useNumbers } from '../words/numbers.ts'
import { Mark } from './mark.tsx'
import classes from './marks.module.css'

interface Props {
  readonly platforms: readonly string[]
  readonly size?: 11 | 14 | 16
  /** More than so many are a number. */
  readonly most?: number
}

/** A row of marks. It reads as the names of the platforms. */
export function Marks({ platforms, size = 14, most = platforms.length }: Props) {
  const { list } = useNumbers()
  const all = inOrder(platforms, (platform) => platform)
  const shown = all.length > most ? all.slice(0, most - 1) : all
  const left = all.length - shown.length
  return (
    <span className={classes.marks} role="img" aria-label={list(all.map(titleOf))}>
      {shown.map((platform) => (
        <Mark key={platform} platform={platform} size={size} />
      ))}
      {left > 0 && <span className={classes.left}>+{left}</span>}
    </span>
  )
}
