import { useDisclosure } from '@mantine/hooks'
import type { Profile } from '@polypost/sdk'
import { useHasProfiles } from '../../data/profiles.ts'
import { Icon } from '../../parts/icon.tsx'
import { lazily } from '../../parts/lazily.tsx'
import { ProfilePicture } from '../../parts/profile-picture.tsx'
import { useWords } from '../../words/words.ts'
import { composerWords } from './composer-words.ts'
import classes from './profile-row.module.css'
import { useMoveToProfile } from './state/move-to-profile.ts'
import type { Target } from './state/sending.ts'

const MoveToProfile = lazily(async () => (await import('../../parts/move-to-profile.tsx')).MoveToProfile)

interface Props {
  readonly profile: Profile
  readonly target: Target
}

/** First of all: whose post it is. It is moved to another profile here, and nowhere by accident. */
export function ProfileRow({ profile, target }: Props) {
  const t = useWords(composerWords)
  const [isOpen, { open, close }] = useDisclosure(false)
  const move = useMoveToProfile(target)
  if (!useHasProfiles()) return null
  return (
    <div className={classes.row}>
      <button type="button" className={classes.chip} aria-haspopup="dialog" onClick={open}>
        <ProfilePicture profile={profile} />
        <bdi className="cut">{profile.name}</bdi>
        <span className="hidden-text">{t.moveToProfile}</span>
        <Icon name="down" />
      </button>
      {isOpen && <MoveToProfile current={profile.id} move={move} close={close} />}
    </div>
  )
}
