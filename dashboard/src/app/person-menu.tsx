import { Menu, useMantineColorScheme } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { polypost } from '../data/client.ts'
import { restartLive } from '../data/live.ts'
import { useHere } from '../data/scope.ts'
import { goToSignIn, useSession } from '../data/session.ts'
import { Icon } from '../parts/icon.tsx'
import { type Language, languages, useLanguage } from '../words/language.tsx'
import { useWords } from '../words/words.ts'
import { linkTo } from './nav.ts'
import { useOwnScreens } from './own-screens.ts'
import classes from './person-menu.module.css'
import { shellWords } from './shell-words.ts'

interface Props {
  readonly target: ReactNode
  readonly isOpen: boolean
  readonly close: () => void
}

/** Items for the person. */
export function PersonMenu({ target, isOpen, close }: Props) {
  return (
    <Menu position="top-start" width={232} opened={isOpen} onClose={close}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Users />
        <Appearance />
        <LanguageItems />
        <Menu.Divider />
        <Own />
        <SignOut />
      </Menu.Dropdown>
    </Menu>
  )
}

const chosen = (isChosen: boolean) => (isChosen ? <Icon name="check" /> : <span className={classes.gap} />)

/** The users that the person can act for. */
function Users() {
  const t = useWords(shellWords)
  const { memberships, user } = useSession()
  const change = useMutation({
    mutationFn: (id: number) => polypost.session.switchUser({ user: id }),
    onSuccess: () => {
      restartLive()
      location.assign('/')
    },
  })
  if (memberships.length < 2) return null
  return (
    <>
      <Menu.Label>{t.actFor}</Menu.Label>
      {memberships.map(({ user: { id, email } }) => (
        <Menu.Item key={id} leftSection={chosen(id === user.id)} onClick={() => change.mutate(id)}>
          {email}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  )
}

function Appearance() {
  const t = useWords(shellWords)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const schemes = [
    ['auto', t.system],
    ['light', t.light],
    ['dark', t.dark],
  ] as const
  return (
    <>
      <Menu.Label>{t.appearance}</Menu.Label>
      {schemes.map(([scheme, title]) => (
        <Menu.Item
          key={scheme}
          leftSection={chosen(scheme === colorScheme)}
          closeMenuOnClick={false}
          onClick={() => setColorScheme(scheme)}
        >
          {title}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  )
}

function LanguageItems() {
  const t = useWords(shellWords)
  const { language, choose } = useLanguage()
  return (
    <>
      <Menu.Label>{t.language}</Menu.Label>
      {Object.entries(languages).map(([code, name]) => (
        <Menu.Item
          key={code}
          lang={code}
          leftSection={chosen(code === language)}
          closeMenuOnClick={false}
          onClick={() => choose(code as Language)} // A key of `languages`.
        >
          {name}
        </Menu.Item>
      ))}
    </>
  )
}

/** Screens that the rail does not name. */
function Own() {
  const navigate = useNavigate()
  const here = useHere()
  return useOwnScreens().map(({ title, to }) => (
    <Menu.Item key={to} leftSection={<span className={classes.gap} />} onClick={() => navigate(linkTo(to, here))}>
      {title}
    </Menu.Item>
  ))
}

function SignOut() {
  const t = useWords(shellWords)
  const queries = useQueryClient()
  const leave = useMutation({
    mutationFn: () => polypost.session.signOut(),
    onSettled: () => {
      queries.clear()
      goToSignIn()
    },
  })
  return (
    <Menu.Item leftSection={<span className={classes.gap} />} onClick={() => leave.mutate()}>
      {t.signOut}
    </Menu.Item>
  )
}
