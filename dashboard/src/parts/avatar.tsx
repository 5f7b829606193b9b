import classes from './avatar.module.css'

interface Props {
  readonly name: string
  /** A path on this instance; null: none is known. */
  readonly picture: string | null
  readonly size?: 20 | 32 | 40
}

/** The picture of an account or a person, or the first letter of the name. The name stands beside it. */
export function Avatar({ name, picture, size = 32 }: Props) {
  const letter = [...name.replace(/^@/, '')][0]?.toUpperCase() ?? ''
  return (
    <span className={classes.avatar} style={{ width: size, height: size }} aria-hidden="true">
      {letter}
      {picture !== null && (
        <img src={picture} alt="" loading="lazy" onError={({ currentTarget }) => currentTarget.remove()} />
      )}
    </span>
  )
}
