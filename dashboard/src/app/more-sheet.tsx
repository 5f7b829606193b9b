import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useHere } from '../data/scope.ts'
import { Icon } from '../parts/icon.tsx'
import { SheetDialog } from '../parts/sheet-dialog.tsx'
import { useWords } from '../words/words.ts'
import { linkTo, type NavItem, navWords } from './nav.ts'
import { PersonButton } from './person-button.tsx'
import { shellWords } from './shell-words.ts'
import classes from './tab-bar.module.css'

/** The screens that have no tab of their own on a phone. */
export function MoreSheet({ items, close }: { readonly items: readonly NavItem[]; readonly close: () => void }) {
  const { href } = useLocation()
  const [opened] = useState(href)
  // Its menu leads to other screens, too.
  useEffect(() => {
    if (href !== opened) close()
  }, [href, opened, close])
  return (
    <SheetDialog close={close} title={useWords(shellWords).more}>
      <PersonButton />
      <ul className={classes.rest}>
        {items.map((item) => (
          <li key={item.name}>
            <RestLink item={item} close={close} />
          </li>
        ))}
      </ul>
    </SheetDialog>
  )
}

function RestLink({ item, close }: { readonly item: NavItem; readonly close: () => void }) {
  const { name, to, icon, Count } = item
  const here = useHere()
  return (
    <Link {...linkTo(to, here)} className={classes.restLink} onClick={close}>
      <Icon name={icon} />
      {useWords(navWords)[name]}
      {Count && <Count />}
    </Link>
  )
}
