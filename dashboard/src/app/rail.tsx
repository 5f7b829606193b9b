import { Button } from '@mantine/core'
import { Link, useMatches } from '@tanstack/react-router'
import { useLostSince } from '../data/reach.ts'
import { useHere } from '../data/scope.ts'
import { useHealth } from '../data/use-health.ts'
import { Icon } from '../parts/icon.tsx'
import { useWords } from '../words/words.ts'
import { useDeveloperScreens } from './developer-screens.ts'
import { linkTo, mainScreens, type NavItem, navWords } from './nav.ts'
import { PersonButton } from './person-button.tsx'
import classes from './rail.module.css'
import { shellWords } from './shell-words.ts'
import { SwitchButton } from './switch-button.tsx'

/** The navigation of wide screens. */
export function Rail() {
  const t = useWords(navWords)
  const developerScreens = useDeveloperScreens()
  return (
    <nav className={classes.rail} aria-label={useWords(shellWords).main}>
      <SwitchButton />
      <NewPost />
      <Screens items={mainScreens} />
      {developerScreens.length > 0 && (
        <>
          <h2 className={classes.heading}>{t.developers}</h2>
          <Screens items={developerScreens} />
        </>
      )}
      <div className={classes.foot}>
        <PersonButton />
        <Health />
      </div>
    </nav>
  )
}

const ownPrimary: readonly string[] = [
  '/p/$profile/start',
  '/p/$profile/inbox/$id',
  '/p/$profile/accounts/connect/$platform',
  '/webhooks/new',
  '/keys/new',
  '/keys/$id',
  '/p/$profile/settings',
  '/people/new',
  '/apps/$platform',
]

function NewPost() {
  const here = useHere()
  const t = useWords(shellWords)
  // These have a filled button of their own.
  const isSecond = useMatches({
    select: (all) =>
      all.some(({ fullPath, routeId }) => routeId === '/p/$profile/composer' || ownPrimary.includes(fullPath)),
  })
  return (
    <Button
      className={classes.newPost}
      variant={isSecond ? 'default' : 'filled'}
      fullWidth
      justify="flex-start"
      leftSection={<Icon name="plus" />}
      rightSection={
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a key cap takes no focus.
        <kbd className={classes.key} aria-hidden="true">
          N
        </kbd>
      }
      renderRoot={(props) => <Link to="/p/$profile/new" params={here} {...props} />}
    >
      {t.newPost}
    </Button>
  )
}

function Screens({ items }: { readonly items: readonly NavItem[] }) {
  const here = useHere()
  const t = useWords(navWords)
  return (
    <ul className={classes.screens}>
      {items.map(({ name, to, icon, Count }) => (
        <li key={name}>
          <Link {...linkTo(to, here)} className={classes.screen} activeProps={{ 'aria-current': 'page' }}>
            <Icon name={icon} />
            {t[name]}
            {Count && <Count />}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Health() {
  const t = useWords(shellWords)
  const lost = useLostSince() !== null
  const troubles = useHealth()
  const text = lost ? t.notLive : troubles?.length ? t.toLookAt(troubles.length) : t.live
  const line = (
    <>
      <i aria-hidden="true" />
      {text}
    </>
  )
  const isWrong = lost || (troubles !== null && troubles.length > 0)
  return (
    <p className={classes.health} data-wrong={isWrong || undefined}>
      {troubles === null ? <span>{line}</span> : <Link to="/health">{line}</Link>}
    </p>
  )
}
