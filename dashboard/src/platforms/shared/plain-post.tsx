import { useWords } from '../../words/words.ts'
import { Card } from './card.tsx'
import { Face } from './face.tsx'
import { MediaGrid } from './media.tsx'
import classes from './post.module.css'
import { PostText } from './post-text.tsx'
import { postWords } from './post-words.ts'
import type { PreviewedPost } from './shown.ts'

/** A post on a platform that has no picture of its own here. */
export function PlainPost({ preview, account, files, card }: PreviewedPost) {
  const t = useWords(postWords)
  return (
    <div className={`${classes.post} ${classes.beside}`}>
      <Face account={account} size={36} />
      <div>
        <p className={classes.by}>
          <b>{account.name}</b> {t.now}
        </p>
        <PostText preview={preview} />
        <div className={classes.rounded}>
          <MediaGrid files={files} />
          {files.length === 0 && card !== null && <Card card={card} />}
        </div>
      </div>
    </div>
  )
}
