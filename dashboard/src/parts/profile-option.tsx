import type { ProfileFace } from '../data/profiles.ts'
import { useWords } from '../words/words.ts'
import { Icon } from './icon.tsx'
import classes from './profile-list.module.css'
import { profileListWords } from './profile-list-words.ts'
import { ProfilePicture } from './profile-picture.tsx'

interface Props {
  /** Of a profile, or `all`. */
  readonly id: string
  readonly name: string
  /** Without one: all profiles. */
  readonly face?: ProfileFace
  readonly fact: string
  readonly counts: { readonly attention: number; readonly unread: number }
  readonly isActive: boolean
  readonly isCurrent: boolean
  readonly mark: (id: string) => void
  readonly choose: (id: string) => void
}

/** A profile in the list, with what is to be done in it. */
export function ProfileOption({ id, name, face, fact, counts, isActive, isCurrent, mark, choose }: Props) {
  const t = useWords(profileListWords)
  const { attention, unread } = counts
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard.
    <div
      id={`profile-${id}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes.option}
      onMouseMove={() => mark(id)}
      onClick={() => choose(id)}
    >
      {face ? (
        <ProfilePicture profile={face} size={28} />
      ) : (
        <span className={classes.all}>
          <Icon name="layers" />
        </span>
      )}
      <span className={classes.names}>
        <bdi className="cut">{name}</bdi>
        <span className="small third cut">{fact}</span>
      </span>
      {attention > 0 && (
        <span className={classes.attention}>
          {attention}
          <span className="hidden-text"> {t.attention}</span>
        </span>
      )}
      {unread > 0 && (
        <span className={classes.unread}>
          <Icon name="inbox" />
          {unread}
          <span className="hidden-text"> {t.unread}</span>
        </span>
      )}
      {isCurrent && <Icon name="check" label={t.current} />}
    </div>
  )
}
