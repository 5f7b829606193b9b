/**
 * The triggers of a queue. Workers take owners of work: endpoints, whose work is deliveries, and lanes, whose work is jobs. An
 * owner is due when its first piece of work is due. Triggers see to that, so neither code nor an older version can forget it.
 */
interface Queue {
  readonly owners: 'endpoints' | 'lanes'
  readonly work: 'deliveries' | 'jobs'
  /** The column of an owner that its work names in `lane`. */
  readonly key: 'lane' | 'key'
  /** All transactions lock owners in the order of this column. */
  readonly order: 'id' | 'key'
  /** Whether an owner that is missing is added. */
  readonly adds: boolean
  /** Columns whose change may make an owner due. */
  readonly followed: string
  /** When a change of them may make it due. */
  readonly isEarlier: string
  /** SQL for the other effects of such a change on the owner. */
  readonly besides?: string
}

export const deliveriesOfEndpoints: Queue = {
  owners: 'endpoints',
  work: 'deliveries',
  key: 'lane',
  order: 'id',
  adds: true,
  followed: 'due_at',
  isEarlier: 'new.due_at is not null and (old.due_at is null or new.due_at < old.due_at)',
}

/** A job that holds its lane and may go on earlier, because a person has decided about it, holds it for as long only. */
export const jobsOfLanes: Queue = {
  owners: 'lanes',
  work: 'jobs',
  key: 'key',
  order: 'key',
  adds: false,
  followed: 'due_at, lane',
  isEarlier: 'new.due_at is not null and (old.due_at is null or new.due_at < old.due_at or new.lane <> old.lane)',
  besides:
    'update lanes set held_until = new.due_at where key = new.lane and held_by = new.id and held_until > new.due_at;',
}

/** SQLite has one writer at a time. */
export function wakingOnSqlite({ owners, work, key, adds, followed, isEarlier, besides = '' }: Queue): string[] {
  const due = 'max(new.due_at, paused_until)'
  const isLater = `${owners}.due_at is null or ${owners}.due_at > ${due}`
  const wake = adds
    ? `insert into ${owners} (${key}, user_id, due_at) values (new.lane, new.user_id, new.due_at)
       on conflict (${key}) do update set due_at = ${due} where ${isLater};`
    : `update ${owners} set due_at = ${due} where ${key} = new.lane and (${isLater});`
  return [
    `create trigger ${owners}_follow_new after insert on ${work} when new.due_at is not null begin ${wake} end`,
    `create trigger ${owners}_follow_change after update of ${followed} on ${work} when ${isEarlier}
     begin ${wake} ${besides} end`,
  ]
}

/**
 * An owner that is due already is not written, so it is no bottleneck. But it is locked for key share before the trigger looks:
 * a worker that wants to make it due later finds it locked until this transaction ends, and looks again. That lock conflicts
 * with nothing else that workers do.
 */
export function wakingOnPostgres({
  owners,
  work,
  key,
  order,
  adds,
  followed,
  isEarlier,
  besides = '',
}: Queue): string[] {
  const wake = (added: string): string => {
    const first = `(select lane, min(due_at) as due_at from ${added} where due_at is not null group by lane)`
    const lanes = `array(select lane from ${first} as first)`
    const due = (owner: string) => `greatest(first.due_at, ${owner}.paused_until)`
    const isLater = (owner: string) => `(${owner}.due_at is null or ${owner}.due_at > ${due(owner)})`
    const add = `
      insert into ${owners} (${key}, user_id)
        select lane, min(user_id) from ${added} where due_at is not null group by lane order by lane
        on conflict (${key}) do nothing;`
    // Retention may remove an endpoint after the statement above has found it.
    const check = `
      get diagnostics locked = row_count;
      if locked < cardinality(${lanes}) then
        raise 'an endpoint was removed while a delivery was added' using errcode = 'serialization_failure';
      end if;`
    return `
      ${adds ? add : ''}
      perform 1 from ${owners} where ${key} = any (${lanes}) order by ${order} for key share;
      ${adds ? check : ''}
      update ${owners} set due_at = ${due(owners)} from ${first} as first
        where ${owners}.${key} = first.lane and ${isLater(owners)} and ${owners}.${order} = any (array(
          select one.${order} from ${owners} as one join ${first} as first on first.lane = one.${key}
          where ${isLater('one')} order by one.${order} for no key update of one));`
  }
  const func = (name: string, body: string) =>
    `create function ${name}() returns trigger language plpgsql as $$
     ${adds ? 'declare locked integer;' : ''} begin ${body} return null; end $$`
  const changed = `(select new.lane as lane${adds ? ', new.user_id as user_id' : ''}, new.due_at as due_at) as added`
  return [
    func(
      `${owners}_follow_new`,
      `if exists (select from added where due_at is not null) then ${wake('added')} end if;`,
    ),
    `create trigger ${owners}_follow_new after insert on ${work} referencing new table as added
     for each statement execute function ${owners}_follow_new()`,
    func(`${owners}_follow_change`, `${wake(changed)} ${besides}`),
    `create trigger ${owners}_follow_change after update of ${followed} on ${work} for each row when (${isEarlier})
     execute function ${owners}_follow_change()`,
  ]
}
