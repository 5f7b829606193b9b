import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../data/session.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Icon } from '../parts/icon.tsx'
import { useWords } from '../words/words.ts'
import classes from './person-menu.module.css'
import { shellWords } from './shell-words.ts'

// Menus weigh a fifth of the shell, so they come when somebody opens one.
const PersonMenu = lazy(async () => ({ default: (await import('./person-menu.tsx')).PersonMenu }))

/** The person who is signed in. It opens the menu of their account, appearance and signing out. */
export function PersonButton() {
  const t = useWords(shellWords)
  const { person } = useSession()
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const [wasOpened, setOpened] = useState(false)
  const press = () => {
    setOpened(true)
    toggle()
  }
  const button = (
    <button type="button" className={classes.who} aria-haspopup="menu" onClick={press}>
      <Avatar name={person.name} picture={null} size={20} />
      <bdi className={`cut ${classes.name}`}>{person.name}</bdi>
      <span className="hidden-text">{t.personMenu}</span>
      <Icon name="more" />
    </button>
  )
  if (!wasOpened) return button
  return (
    <Suspense fallback={button}>
      <PersonMenu target={button} isOpen={isOpen} close={close} />
    </Suspense>
  )
}
