import { Icon } from '../../../parts/icon.tsx'
import { useWords } from '../../../words/words.ts'
import classes from './dress.module.css'
import { Card } from './parts/card.tsx'
import { Face } from './parts/face.tsx'
import { Carousel } from './parts/media.tsx'
import { PostText } from './parts/post-text.tsx'
import { firstLine, optionText, type Shown } from './parts/shown.ts'
import { previewWords } from './preview-words.ts'

export function RedditPost({ preview, account, files, options, card }: Shown) {
  const t = useWords(previewWords)
  const place = optionText(options, 'subreddit') ?? optionText(options, 'subredditName') ?? '…'
  const own = optionText(options, 'title')
  const title = own ?? firstLine(preview.text)
  const rest = own === null ? preview.text.trim().slice(title.length).trim() : preview.text
  const body = preview.limit !== null && preview.length > preview.limit ? preview : { ...preview, text: rest }
  const flair = optionText(options, 'flair_text')
  return (
    <div className={`${classes.post} ${classes.reddit}`}>
      <p className={classes.row}>
        <Face account={account} size={24} />
        <b>{place.startsWith('u_') ? `u/${place.slice(2)}` : `r/${place}`}</b>
        <span className={classes.dim}>· {t.now}</span>
      </p>
      <p className={classes.title}>{title}</p>
      {flair !== null && <span className={classes.flair}>{flair}</span>}
      <PostText preview={body} lines={6} />
      <div className={classes.rounded}>
        <Carousel files={files} tallest={0.75} />
        {card !== null && optionText(options, 'url') !== null && <Card card={card} layout="side" />}
      </div>
      <div className={classes.votes}>
        <span>
          <Icon name="arrow-up" /> 1 <Icon name="arrow-down" />
        </span>
        <span>
          <Icon name="comment" /> 0
        </span>
        <span>
          <Icon name="share" /> {t.share}
        </span>
      </div>
    </div>
  )
}
