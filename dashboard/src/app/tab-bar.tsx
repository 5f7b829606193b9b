import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useHere } from '../data/scope.ts'
import { Icon } from '../parts/icon.tsx'
import { lazily } from '../parts/lazily.tsx'
import { useWords } from '../words/words.ts'
import { useOperatorScreens } from './developer-screens.ts'
import { linkTo, mainScreens, type NavItem, navWords } from './nav.ts'
import { NoticeCount } from './notice-count.tsx'
import { shellWords } from './shell-words.ts'
import classes from './tab-bar.module.css'

const MoreSheet = lazily(async () => (await import('./more-sheet.tsx')).MoreSheet)

const tabs = ['calendar', 'posts', 'inbox']

/** The navigation of phones: three screens, a new post, and the rest. */
export function TabBar() {
  const here = useHere()
  const t = useWords(shellWords)
  const [isOpen, { open, close }] = useDisclosure(false)
  const developerScreens = useOperatorScreens()
  const [first, second, third] = tabs.map((name) => mainScreens.find((item) => item.name === name))
  const rest = [...mainScreens.filter(({ name }) => !tabs.includes(name)), ...developerScreens]
  return (
    <nav className={classes.bar} aria-label={t.main}>
      {first && <Tab item={first} />}
      {second && <Tab item={second} />}
      <Link to="/p/$profile/new" params={here} className={classes.tab} activeProps={{ 'aria-current': 'page' }}>
        <Icon name="plus" size={20} />
        {t.newPost}
      </Link>
      {third && <Tab item={third} />}
      <button type="button" className={classes.tab} aria-expanded={isOpen} onClick={open}>
        <Icon name="more" size={20} />
        {t.more}
        <span className={classes.wanting}>
          <NoticeCount />
        </span>
      </button>
      {isOpen && <MoreSheet items={rest} close={close} />}
    </nav>
  )
}

function Tab({ item: { name, to, icon } }: { readonly item: NavItem }) {
  const here = useHere()
  return (
    <Link {...linkTo(to, here)} className={classes.tab} activeProps={{ 'aria-current': 'page' }}>
      <Icon name={icon} size={20} />
      {useWords(navWords)[name]}
    </Link>
  )
}
