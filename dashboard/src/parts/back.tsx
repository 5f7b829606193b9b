import { Link, type LinkProps } from '@tanstack/react-router'
import classes from './back.module.css'
import { Icon } from './icon.tsx'

interface Props extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  /** The name of the screen that it leads to. */
  readonly children: string
}

/** At the left of the head: the screen above this one. */
export const Back = ({ children, ...link }: Props) => (
  <Link {...link} className={classes.back}>
    <Icon name="left" />
    {children}
  </Link>
)
