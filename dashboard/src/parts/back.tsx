import { Link, type LinkProps } from '@tanstack/react-router'
import classes from './back.module.css'
import { Icon } from './icon.tsx'

interface Props {
  readonly to: LinkProps['to']
  readonly params?: { readonly profile: string }
  /** The name of the screen that it leads to. */
  readonly children: string
  /** The other screen goes on with what the address says, such as a filter. */
  readonly keepsSearch?: boolean
}

/** At the left of the head: the screen above this one. */
export const Back = ({ to, params, children, keepsSearch = false }: Props) => (
  <Link to={to} params={params} {...(keepsSearch && { search: true })} className={classes.back}>
    <Icon name="left" />
    {children}
  </Link>
)
