import classes from './ring.module.css'

interface Props {
  /** Share that is used; more than 1 is over the limit. */
  readonly share: number
}

const radius = 7
const round = 2 * Math.PI * radius

/** How much of a limit is used. The number stands beside it as text. */
export function Ring({ share }: Props) {
  const level = share > 1 ? 'over' : share >= 0.9 ? 'near' : 'fine'
  return (
    <svg className={classes.ring} data-level={level} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r={radius} />
      <circle cx="8" cy="8" r={radius} strokeDasharray={`${Math.min(share, 1) * round} ${round}`} />
    </svg>
  )
}
