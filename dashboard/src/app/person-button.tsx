import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { useScope } from '../data/scope.ts'
import { useSession } from '../data/session.ts'
import { Icon } from '../parts/icon.tsx'
import { useWords } from '../words/words.ts'
import classes from './profile-menu.module.css'
import { shellWords } from './shell-words.ts'

// Menus weigh a fifth of the shell, so they come when somebody opens one.
const ProfileMenu = lazy(async () => ({ default: (await import('./profile-menu.tsx')).ProfileMenu }))

/** The profile in view. It opens the menu of profiles, appearance and signing out. */
export function ProfileButton() {
  const t = useWords(shellWords)
  const { person } = useSession()
  const scope = useScope()
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const [wasOpened, setOpened] = useState(false)
  const press = () => {
    setOpened(true)
    toggle()
  }
  const button = (
    <button type="button" className={classes.who} aria-haspopup="menu" onClick={press}>
      <span className={classes.logo}>
        <Icon name="logo" />
      </span>
      <span className={classes.names}>
        <b className="cut">{scope.kind === 'one' ? scope.profile.name : t.allProfiles}</b>
        <span className="cut">{person.name}</span>
        <span className="hidden-text">{t.profileMenu}</span>
      </span>
      <Icon name="down" />
    </button>
  )
  if (!wasOpened) return button
  return (
    <Suspense fallback={button}>
      <ProfileMenu target={button} isOpen={isOpen} close={close} />
    </Suspense>
  )
}
