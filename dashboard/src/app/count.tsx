import classes from './count.module.css'

interface Props {
  readonly value: number
  /** Somebody has to do something. */
  readonly wants?: boolean
  /** The name of the counted things, for people who do not see the place. */
  readonly label: string
}

/** The number beside a screen of the rail. Nothing at zero. */
export function Count({ value, wants = false, label }: Props) {
  if (value === 0) return null
  return (
    <span className={classes.count} data-wants={wants || undefined}>
      {value > 99 ? '99+' : value}
      <span className="hidden-text"> {label}</span>
    </span>
  )
}
