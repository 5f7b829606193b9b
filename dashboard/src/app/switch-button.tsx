import { useHasProfiles } from '../data/profiles.ts'
import { useProfilesInScope, useScope } from '../data/scope.ts'
import { openSwitcher } from '../data/switcher-state.ts'
import { Icon } from '../parts/icon.tsx'
import { ProfilePicture } from '../parts/profile-picture.tsx'
import { useWords } from '../words/words.ts'
import { shellWords } from './shell-words.ts'
import classes from './switch-button.module.css'

/** The profile in view, or all. It opens the choice of another one. */
export function SwitchButton() {
  const t = useWords(shellWords)
  const scope = useScope()
  const profiles = useProfilesInScope()
  const isAll = scope.kind === 'all'
  const accounts = profiles.reduce((sum, { connected_platforms }) => sum + connected_platforms.length, 0)
  const names = (
    <>
      {isAll ? (
        <span className={classes.all}>
          <Icon name="layers" />
        </span>
      ) : (
        <ProfilePicture profile={scope.profile} size={28} />
      )}
      <span className={classes.names}>
        <bdi className="cut">{isAll ? t.allProfiles : scope.profile.name}</bdi>
        <span className="cut">{isAll ? t.profileCount(profiles.length) : t.accountCount(accounts)}</span>
      </span>
    </>
  )
  if (!useHasProfiles()) return <div className={classes.profile}>{names}</div>
  return (
    <button type="button" className={classes.profile} aria-haspopup="dialog" onClick={openSwitcher}>
      {names}
      <span className="hidden-text">{t.switchProfile}</span>
      <Icon name="down" />
    </button>
  )
}
