import { Icon } from '../../parts/icon.tsx'
import { useWords } from '../../words/words.ts'
import { Actions } from '../shared/actions.tsx'
import { Card } from '../shared/card.tsx'
import { Face } from '../shared/face.tsx'
import { MediaGrid } from '../shared/media.tsx'
import classes from '../shared/post.module.css'
import { PostText } from '../shared/post-text.tsx'
import { postWords } from '../shared/post-words.ts'
import type { PreviewedPost } from '../shared/shown.ts'
import own from './post.module.css'

export function LinkedinPost({ preview, account, files, card }: PreviewedPost) {
  const t = useWords(postWords)
  return (
    <div className={`${classes.post} ${own.linkedin}`}>
      <div className={classes.top}>
        <Face account={account} size={40} shape={account.isPage ? 'square' : 'round'} />
        <p className={classes.by}>
          <b>{account.name}</b>
          <span>
            {t.now} · <Icon name="globe" size={12} />
          </span>
        </p>
        <Icon name="more" size={20} />
      </div>
      <div className={classes.padded}>
        <PostText preview={preview} lines={3} />
      </div>
      <MediaGrid files={files} />
      {files.length === 0 && card !== null && (
        <div className={classes.padded}>
          <Card card={card} layout="side" />
        </div>
      )}
      <Actions
        layout="stacked"
        items={[
          ['like', t.like],
          ['comment', t.comment],
          ['repost', t.repost],
          ['send', t.send],
        ]}
      />
    </div>
  )
}
