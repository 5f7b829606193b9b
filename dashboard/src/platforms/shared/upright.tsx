import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { useWords } from '../../words/words.ts'
import { Face } from './face.tsx'
import { Dots } from './media.tsx'
import classes from './parts.module.css'
import { postWords } from './post-words.ts'
import type { PreviewedPost } from './shown.ts'
import { Missing, Still } from './still.tsx'

interface Props {
  readonly shown: PreviewedPost
  /** Down the right side. */
  readonly actions: readonly IconName[]
  readonly children: ReactNode
  /** Above everything, as in a story. */
  readonly top?: ReactNode
}

/** A screen held upright: videos of TikTok, Shorts and Reels, and stories. */
export function Upright({ shown: { files, account }, actions, children, top }: Props) {
  const t = useWords(postWords)
  const [first] = files
  return (
    <div className={classes.upright}>
      {first ? <Still file={first} /> : <Missing>{t.needsVideo}</Missing>}
      <div className={classes.over}>
        {top}
        <div className={classes.side}>
          {actions.length > 0 && <Face account={account} size={32} />}
          {actions.map((icon) => (
            <Icon key={icon} name={icon} size={22} />
          ))}
        </div>
        <div className={classes.below}>{children}</div>
        {files.length > 1 && <Dots count={files.length} />}
      </div>
    </div>
  )
}
