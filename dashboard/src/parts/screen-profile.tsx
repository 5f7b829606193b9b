import { useHasProfiles, useProfileOf } from '../data/profiles.ts'
import { openSwitcher } from '../data/switcher-state.ts'
import { useWords, words } from '../words/words.ts'
import { Icon } from './icon.tsx'
import { lazily } from './lazily.tsx'
import { ProfilePicture } from './profile-picture.tsx'
import classes from './screen-profile.module.css'

const Narrow = lazily(async () => (await import('./narrow.tsx')).Narrow)

const screenProfileWords = words(
  { all: 'All profiles', change: 'Switch profile' },
  { all: 'Alle Profile', change: 'Profil wechseln' },
)

interface Props {
  /** A profile by its ID, or `all`. */
  readonly of: string
}

/** In the head: whose screen it is. It leads to another profile. Nothing where there is only one. */
export function ScreenProfile({ of }: Props) {
  const t = useWords(screenProfileWords)
  const profile = useProfileOf(of === 'all' ? null : of)
  if (!useHasProfiles() || (of !== 'all' && profile === undefined)) return null
  const button = (
    <button
      type="button"
      className={classes.profile}
      data-all={profile ? undefined : true}
      aria-haspopup="dialog"
      onClick={openSwitcher}
    >
      {profile ? <ProfilePicture profile={profile} size={16} /> : <Icon name="layers" />}
      <bdi className="cut">{profile?.name ?? t.all}</bdi>
      <span className="hidden-text"> {t.change}</span>
    </button>
  )
  return profile ? (
    button
  ) : (
    <>
      {button}
      <Narrow />
    </>
  )
}
