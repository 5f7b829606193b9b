import classes from './parts.module.css'
import type { ShownAccount } from './shown.ts'

interface Props {
  readonly account: ShownAccount
  readonly size: number
  readonly shape?: 'round' | 'square'
}

/** The picture of the account, or its first letter. */
export function Face({ account: { name, picture }, size, shape = 'round' }: Props) {
  return (
    <span className={classes.face} data-shape={shape} style={{ width: size, height: size }}>
      {[...name.replace(/^@/, '')][0]?.toUpperCase()}
      {picture !== null && (
        <img src={picture} alt="" loading="lazy" onError={({ currentTarget }) => currentTarget.remove()} />
      )}
    </span>
  )
}
