import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { seenIn } from '../data/last-scope.ts'
import { meQuery } from '../data/me.ts'
import { useHere } from '../data/scope.ts'
import { useSession } from '../data/session.ts'
import { closeSwitcher } from '../data/switcher-state.ts'
import { Dialog } from '../parts/dialog.tsx'
import { ProfileList } from '../parts/profile-list.tsx'
import { useCloseButton } from '../parts/use-close-button.ts'
import { useWords, words } from '../words/words.ts'
import classes from './switcher.module.css'
import { useSwitch } from './use-switch.ts'

const switcherWords = words(
  { title: 'Switch profile', move: 'to move,', open: 'to open', manage: 'Manage profiles' },
  { title: 'Profil wechseln', move: 'zum Bewegen,', open: 'zum Öffnen', manage: 'Profile verwalten' },
)

/** Chooses the profile in view, or all. On phones it takes the whole page. */
export function Switcher() {
  const t = useWords(switcherWords)
  const isPhone = useMediaQuery('(max-width: 1023px)', undefined, { getInitialValueInEffect: false }) === true
  const session = useSession()
  const { data: me } = useQuery(meQuery)
  const { profile } = useHere()
  const go = useSwitch()
  const closeButton = useCloseButton()
  const choose = (id: string) => {
    closeSwitcher()
    go(id)
  }
  return (
    <Dialog
      opened
      onClose={closeSwitcher}
      title={<span className="hidden-text">{t.title}</span>}
      withCloseButton={isPhone}
      closeButtonProps={closeButton}
      fullScreen={isPhone}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0 }}
      classNames={{ inner: classes.inner, content: classes.content, header: classes.header, body: classes.body }}
    >
      <ProfileList
        current={profile}
        withAll
        pinned={me?.preferences.pinned}
        recent={seenIn(session).recent}
        choose={choose}
      />
      <p className={classes.foot}>
        <span className={classes.keys} aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> {t.move} <kbd>Enter</kbd> {t.open}
        </span>
        <Link to="/profiles" className="link" onClick={closeSwitcher}>
          {t.manage}
        </Link>
      </p>
    </Dialog>
  )
}
