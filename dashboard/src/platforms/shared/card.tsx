import type { GetLinkCardResult } from '@polypost/sdk'
import classes from './parts.module.css'

interface Props {
  readonly card: GetLinkCardResult
  /** `side`: a small square picture at the left. */
  readonly layout?: 'top' | 'side'
}

export const hostOf = (url: string): string => URL.parse(url)?.hostname.replace(/^www\./, '') ?? url

/** A platform’s preview of a page that the post links to. */
export function Card({ card: { url, title, description, picture_url }, layout = 'top' }: Props) {
  return (
    <div className={classes.card} data-layout={layout}>
      {picture_url !== null && <img src={picture_url} alt="" loading="lazy" />}
      <div>
        <span className={classes.host}>{hostOf(url)}</span>
        <b>{title === '' ? hostOf(url) : title}</b>
        {description !== '' && <span className={classes.about}>{description}</span>}
      </div>
    </div>
  )
}
