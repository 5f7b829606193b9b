import { Icon } from '../icon.tsx'
import classes from './file.module.css'

interface Props {
  readonly url: string
  readonly kind: 'image' | 'video'
  /** Of a video. */
  readonly cover?: string | null
}

/** A small picture of a file. Its name stands beside it. */
export function Picture({ url, kind, cover = null }: Props) {
  return (
    <span className={classes.picture} aria-hidden="true">
      {kind === 'video' && cover === null ? (
        <video src={`${url}#t=0.1`} preload="metadata" muted playsInline tabIndex={-1} />
      ) : (
        <img src={cover ?? url} alt="" loading="lazy" draggable={false} />
      )}
      {kind === 'video' && (
        <i className={classes.play}>
          <Icon name="play" size={12} />
        </i>
      )}
    </span>
  )
}
