import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Profile } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { polypost } from '../../data/client.ts'
import { profilesQuery } from '../../data/profiles.ts'
import { useHere } from '../../data/scope.ts'
import { Ask } from '../../parts/ask.tsx'
import { Marks } from '../../parts/marks.tsx'
import { MoreMenu } from '../../parts/more-menu.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Tag } from '../../parts/tag.tsx'
import { useWords } from '../../words/words.ts'
import classes from './profiles.module.css'
import { profilesWords } from './profiles-words.ts'
import { Rename } from './rename.tsx'
import { usePin } from './use-pin.ts'

interface Props {
  readonly profile: Profile
  readonly may: boolean
}

export function ProfileRow({ profile, may }: Props) {
  const here = useHere()
  const t = useWords(profilesWords)
  const inView = here.profile === profile.id
  const { id, name, is_default, connected_platforms } = profile
  return (
    <li className={classes.row}>
      <div className={classes.names}>
        <p className="cut">
          {name} {is_default && <Tag>{t.isDefault}</Tag>} {inView && <Tag>{t.inView}</Tag>}
        </p>
        <p className="small third">
          {connected_platforms.length === 0 ? t.none : <Marks platforms={connected_platforms} />}
        </p>
      </div>
      {!inView && (
        <Button
          size="xs"
          aria-label={`${t.view}: ${name}`}
          renderRoot={(props) => <Link to="/p/$profile/accounts" params={{ profile: id }} {...props} />}
        >
          {t.view}
        </Button>
      )}
      <More profile={profile} may={may} />
    </li>
  )
}

function More({ profile, may }: Props) {
  const t = useWords(profilesWords)
  const { id, name, is_default } = profile
  const queries = useQueryClient()
  const [isRenaming, rename] = useDisclosure(false)
  const [isDeleting, remove] = useDisclosure(false)
  const makeDefault = useMutation({
    mutationFn: () => polypost.profiles.setDefault(id),
    onSuccess: () => queries.invalidateQueries(profilesQuery),
  })
  const { pin, isPinned } = usePin(id)
  const run = async () => {
    await polypost.profiles.delete(id)
    await queries.invalidateQueries(profilesQuery)
  }
  return (
    <>
      <Problem error={makeDefault.error ?? pin.error} />
      <MoreMenu label={t.more(name)} loading={makeDefault.isPending}>
        <Menu.Item onClick={() => pin.mutate()}>{isPinned ? t.unpin : t.pin}</Menu.Item>
        {may && <Menu.Item onClick={rename.open}>{t.rename}</Menu.Item>}
        {may && !is_default && <Menu.Item onClick={() => makeDefault.mutate()}>{t.makeDefault}</Menu.Item>}
        {may && !is_default && <Menu.Item onClick={remove.open}>{t.remove}</Menu.Item>}
      </MoreMenu>
      {isRenaming && <Rename profile={profile} close={rename.close} />}
      <Ask
        opened={isDeleting}
        onClose={remove.close}
        title={t.removeTitle(name)}
        verb={t.remove}
        keep={t.keep}
        danger
        run={run}
      >
        {t.removeText}
      </Ask>
    </>
  )
}
