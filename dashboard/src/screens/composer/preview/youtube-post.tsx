import { useWords } from '../../../words/words.ts'
import classes from './dress.module.css'
import { Face } from './parts/face.tsx'
import { Play } from './parts/media.tsx'
import { PostText } from './parts/post-text.tsx'
import { firstLine, optionText, type Shown } from './parts/shown.ts'
import { Missing, Still } from './parts/still.tsx'
import { Upright } from './parts/upright.tsx'
import { previewWords } from './preview-words.ts'

/** Longer titles are folded by YouTube, and refused by its API. */
const longestTitle = 100

export function YoutubePost(shown: Shown) {
  const t = useWords(previewWords)
  const { preview, account, files, options } = shown
  const title = optionText(options, 'title') ?? firstLine(preview.text).slice(0, longestTitle)
  const [video] = files
  if (preview.post_type === 'shorts')
    return (
      <Upright shown={shown} actions={['like', 'comment', 'share', 'repost']}>
        <p className={classes.by}>
          <b>@{account.username.replace(/^@/, '')}</b>
        </p>
        <p>{title}</p>
      </Upright>
    )
  return (
    <div className={`${classes.post} ${classes.youtube}`}>
      <div className={classes.wide}>
        {video ? <Still file={video} /> : <Missing>{t.needsVideo}</Missing>}
        {video && <Play />}
      </div>
      <p className={classes.title}>{title}</p>
      <div className={classes.top}>
        <Face account={account} size={32} />
        <p className={classes.by}>
          <b>{account.name}</b>
        </p>
        <span className={classes.pill}>{t.subscribe}</span>
      </div>
      <div className={classes.about}>
        <PostText preview={preview} lines={3} />
      </div>
    </div>
  )
}
