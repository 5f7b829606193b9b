import { useWords } from '../../words/words.ts'
import { Face } from '../shared/face.tsx'
import { Play } from '../shared/media.tsx'
import classes from '../shared/post.module.css'
import { PostText } from '../shared/post-text.tsx'
import { postWords } from '../shared/post-words.ts'
import { firstLine, optionText, type PreviewedPost } from '../shared/shown.ts'
import { Missing, Still } from '../shared/still.tsx'
import { Upright } from '../shared/upright.tsx'
import own from './post.module.css'

/** Longer titles are folded by YouTube, and refused by its API. */
const longestTitle = 100

export function YoutubePost(shown: PreviewedPost) {
  const t = useWords(postWords)
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
    <div className={`${classes.post} ${own.youtube}`}>
      <div className={own.wide}>
        {video ? <Still file={video} /> : <Missing>{t.needsVideo}</Missing>}
        {video && <Play />}
      </div>
      <p className={`${classes.title} ${own.title}`}>{title}</p>
      <div className={classes.top}>
        <Face account={account} size={32} />
        <p className={classes.by}>
          <b>{account.name}</b>
        </p>
        <span className={own.pill}>{t.subscribe}</span>
      </div>
      <div className={own.about}>
        <PostText preview={preview} lines={3} />
      </div>
    </div>
  )
}
