import { useWords } from '../../../words/words.ts'
import classes from './dress.module.css'
import { Face } from './parts/face.tsx'
import { PostText } from './parts/post-text.tsx'
import type { Shown } from './parts/shown.ts'
import { Upright } from './parts/upright.tsx'
import { previewWords } from './preview-words.ts'

/** Of Facebook and Instagram. */
export function Reel(shown: Shown) {
  const t = useWords(previewWords)
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
export function Story(shown: Shown) {
  const t = useWords(previewWords)
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
