import { ProfileName } from './profile-name.tsx'
import classes from './title-of.module.css'

interface Props {
  readonly title: string
  /** A profile by its ID. */
  readonly of: string | null | undefined
}

/** The title of a dialog that asks before something is done, with the profile for which it is done. */
export const TitleOf = ({ title, of }: Props) => (
  <span className={classes.title}>
    {title} <ProfileName id={of} />
  </span>
)
