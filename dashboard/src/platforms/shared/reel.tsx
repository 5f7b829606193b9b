import { useWords } from '../../words/words.ts'
import { Face } from './face.tsx'
import classes from './post.module.css'
import { PostText } from './post-text.tsx'
import { postWords } from './post-words.ts'
import type { PreviewedPost } from './shown.ts'
import { Upright } from './upright.tsx'

/** Of Facebook and Instagram. */
export function Reel(shown: PreviewedPost) {
  const t = useWords(postWords)
  const { account, preview } = shown
  return (
    <Upright shown={shown} actions={['heart', 'comment', 'send', 'more']}>
      <p className={classes.by}>
        <b>{account.username}</b> · {t.follow}
      </p>
      <PostText preview={preview} lines={1} />
    </Upright>
  )
}

/** A story has no text of its own. */
export function Story(shown: PreviewedPost) {
  const t = useWords(postWords)
  const { account } = shown
  const top = (
    <div className={classes.story}>
      <i />
      <p>
        <Face account={account} size={28} />
        <b>{account.username}</b> {t.now}
      </p>
    </div>
  )
  return (
    <Upright shown={shown} actions={[]} top={top}>
      {null}
    </Upright>
  )
}
