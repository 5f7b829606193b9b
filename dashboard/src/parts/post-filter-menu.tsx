import { Button, Checkbox, Popover, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { labelsQuery } from '../data/labels.ts'
import { type PlatformName, platformNames, titleOf } from '../data/platforms.ts'
import { type PostFilter as Filter, isFiltered, type PostGroup, postGroups } from '../data/post-filter.ts'
import { useProfilesInScope } from '../data/scope.ts'
import { useWords } from '../words/words.ts'
import { Mark } from './mark.tsx'
import classes from './post-filter.module.css'
import { filterWords } from './post-filter-words.ts'

interface Props {
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
}

interface GroupsProps extends Props {
  readonly withDeleted: boolean
}

interface MenuProps extends GroupsProps {
  readonly target: ReactNode
  readonly isOpen: boolean
  readonly close: () => void
}

/** The choices of the filter. */
export function PostFilterMenu({ filter, onChange, withDeleted, target, isOpen, close }: MenuProps) {
  const t = useWords(filterWords)
  return (
    <Popover
      position="bottom-end"
      opened={isOpen}
      onDismiss={close}
      trapFocus
      returnFocus
      withRoles={false}
      width={320}
      shadow="md"
      radius="lg"
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown className={classes.panel} role="dialog" aria-label={t.filter}>
        <Groups filter={filter} onChange={onChange} withDeleted={withDeleted} />
        <Platforms filter={filter} onChange={onChange} />
        <Labels filter={filter} onChange={onChange} />
        {isFiltered(filter) && (
          <Button size="xs" onClick={() => onChange({})}>
            {t.clear}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

const toggled = <Name extends string>(all: readonly Name[], chosen: readonly Name[] = [], name: Name) => {
  const next = all.filter((one) => (one === name) !== chosen.includes(one))
  return next.length > 0 ? next : undefined
}

const withField = <Field extends keyof Filter>(filter: Filter, field: Field, value: Filter[Field]): Filter => {
  const { [field]: _, ...rest } = filter
  return value === undefined ? rest : { ...rest, [field]: value }
}

function Groups({ filter: { deleted, ...filter }, onChange, withDeleted }: GroupsProps) {
  const t = useWords(filterWords)
  const press = (group: PostGroup) => onChange(withField(filter, 'groups', toggled(postGroups, filter.groups, group)))
  // A deleted post has no other state.
  const pressDeleted = () => onChange(deleted ? filter : { ...withField(filter, 'groups', undefined), deleted: true })
  return (
    <fieldset className={classes.set}>
      <legend className="label">{t.groups}</legend>
      {postGroups.map((group) => (
        <Checkbox
          key={group}
          label={t[group]}
          checked={filter.groups?.includes(group) ?? false}
          onChange={() => press(group)}
        />
      ))}
      {withDeleted && <Checkbox label={t.deleted} checked={deleted ?? false} onChange={pressDeleted} />}
    </fieldset>
  )
}

function Platforms({ filter, onChange }: Props) {
  const t = useWords(filterWords)
  const connected = new Set(useProfilesInScope().flatMap((profile) => profile.connected_platforms))
  const chosen = filter.platforms ?? []
  const offered = platformNames.filter((name) => connected.has(name) || chosen.includes(name))
  const press = (name: PlatformName) => onChange(withField(filter, 'platforms', toggled(platformNames, chosen, name)))
  if (offered.length === 0) return null
  return (
    <fieldset className={classes.set}>
      <legend className="label">{t.platforms}</legend>
      {offered.map((name) => (
        <Checkbox
          key={name}
          label={
            <span className={classes.platform}>
              <Mark platform={name} size={14} />
              {titleOf(name)}
            </span>
          }
          checked={chosen.includes(name)}
          onChange={() => press(name)}
        />
      ))}
    </fieldset>
  )
}

function Labels({ filter, onChange }: Props) {
  const t = useWords(filterWords)
  const { data } = useQuery(labelsQuery)
  if (!data || data.labels.length === 0) return null
  return (
    <Radio.Group
      label={<span className="label">{t.labels}</span>}
      value={filter.label ?? ''}
      onChange={(name) => onChange(withField(filter, 'label', name || undefined))}
    >
      <div className={classes.set}>
        <Radio value="" label={t.anyLabel} />
        {data.labels.map(({ id, name }) => (
          <Radio key={id} value={name} label={name} />
        ))}
      </div>
    </Radio.Group>
  )
}
