import { Button, Checkbox, Group } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { rememberOnly } from '../data/last-scope.ts'
import { profilesQuery } from '../data/profiles.ts'
import { useSession } from '../data/session.ts'
import { useWords } from '../words/words.ts'
import { Dialog } from './dialog.tsx'
import classes from './narrow.module.css'
import { narrowWords } from './narrow-words.ts'
import { ProfilePicture } from './profile-picture.tsx'

interface Props {
  /** The chosen profiles by their IDs; empty: all. */
  readonly only: readonly string[]
  readonly close: () => void
}

/** The service lists so many by their IDs. */
const most = 60

/** Chooses some of all profiles. This browser keeps the choice. */
export function NarrowDialog({ only, close }: Props) {
  const t = useWords(narrowWords)
  const session = useSession()
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(profilesQuery)
  const show = (next: readonly string[]) => {
    rememberOnly(session, next)
    void navigate({ to: '.', search: (now) => ({ ...now, only: next.join(',') || undefined }), replace: true })
  }
  const toggle = (id: string) => show(only.includes(id) ? only.filter((one) => one !== id) : [...only, id])
  return (
    <Dialog opened onClose={close} title={t.title} withCloseButton={false}>
      <ul className={classes.list}>
        {data.profiles.map((profile) => (
          <li key={profile.id}>
            <Checkbox
              label={
                <span className={classes.name}>
                  <ProfilePicture profile={profile} />
                  <bdi>{profile.name}</bdi>
                </span>
              }
              checked={only.includes(profile.id)}
              disabled={only.length >= most && !only.includes(profile.id)}
              onChange={() => toggle(profile.id)}
            />
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="subtle" disabled={only.length === 0} onClick={() => show([])}>
          {t.all}
        </Button>
        <Button variant="filled" data-autofocus onClick={close}>
          {t.done}
        </Button>
      </Group>
    </Dialog>
  )
}
