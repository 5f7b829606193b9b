import { useHasProfiles, useProfileOf } from '../data/profiles.ts'
import classes from './profile-name.module.css'
import { ProfilePicture } from './profile-picture.tsx'

interface Props {
  readonly id: string | null | undefined
}

/** The picture and the name of a profile. Nothing where there is only one. */
export function ProfileName({ id }: Props) {
  const profile = useProfileOf(id)
  if (!useHasProfiles() || profile === undefined) return null
  return (
    <span className={classes.name}>
      <ProfilePicture profile={profile} />
      <bdi className="cut">{profile.name}</bdi>
    </span>
  )
}
