import { Icon } from '../../parts/icon.tsx'
import { useWords } from '../../words/words.ts'
import { Actions } from '../shared/actions.tsx'
import { Card } from '../shared/card.tsx'
import { Face } from '../shared/face.tsx'
import { MediaGrid } from '../shared/media.tsx'
import classes from '../shared/post.module.css'
import { PostText } from '../shared/post-text.tsx'
import { postWords } from '../shared/post-words.ts'
import { Reel, Story } from '../shared/reel.tsx'
import type { PreviewedPost } from '../shared/shown.ts'
import own from './post.module.css'

export function FacebookPost(shown: PreviewedPost) {
  const t = useWords(postWords)
  const { preview, account, files, card } = shown
  if (preview.post_type === 'reel') return <Reel {...shown} />
  if (preview.post_type === 'story') return <Story {...shown} />
  return (
    <div className={`${classes.post} ${own.facebook}`}>
      <div className={classes.top}>
        <Face account={account} size={40} />
        <p className={`${classes.by} ${own.by}`}>
          <b>{account.name}</b>
          <span>
            {t.justNow} · <Icon name="globe" size={12} />
          </span>
        </p>
        <Icon name="more" size={20} />
      </div>
      <div className={classes.padded}>
        <PostText preview={preview} lines={5} />
      </div>
      <MediaGrid files={files} tallest={0.8} />
      {files.length === 0 && card !== null && <Card card={card} />}
      <Actions
        items={[
          ['like', t.like],
          ['comment', t.comment],
          ['share', t.share],
        ]}
      />
    </div>
  )
}
