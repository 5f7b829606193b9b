import { useProfileOf } from '../data/profiles.ts'
import { useScope } from '../data/scope.ts'
import { ProfilePicture } from './profile-picture.tsx'
import classes from './row-profile.module.css'

interface Props {
  /** The profile of what the row is about, by its ID. */
  readonly id: string | null
  readonly size?: 16 | 20
}

/** In a row of a list of several profiles: whose it is. */
export function RowProfile({ id, size = 16 }: Props) {
  const isAll = useScope().kind === 'all'
  const profile = useProfileOf(isAll ? id : null)
  if (profile === undefined) return null
  return (
    <span className={classes.of} title={profile.name}>
      <ProfilePicture profile={profile} size={size} />
      <span className="hidden-text">{profile.name}: </span>
    </span>
  )
}
