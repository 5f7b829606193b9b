import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The metrics by which groups can be sorted. */
const counts = ['views', 'display_views', 'likes', 'comments', 'engagement', 'clicks', 'impressions']
const sorted = [...counts, 'engagement_rate']

const kept = ['post_id', 'profile_id', 'created_at', 'media_type', 'joined', 'since', ...sorted, 'reads']
/** The columns that may change after a group was added. */
const followed = ['profile_id', 'media_type', ...sorted, 'reads']

/** The first number of PostgreSQL's advisory locks on a profile's totals. */
export const totalsLock = 760_591

/**
 * The values by which the groups of a profile are sorted, current and past. Triggers follow the posts and keep the past
 * values, so no code can forget to do so.
 */
export const totals: Migration = async (db, kind) => {
  const { id, numbered, mediaType, triggers } = kind === 'sqlite' ? onSqlite : onPostgres
  const columns = `
    profile_id text not null,
    created_at bigint not null,
    media_type text not null,
    joined bigint not null,
    since bigint not null,
    ${counts.map((name) => `${name} bigint`).join(', ')},
    engagement_rate double precision,
    reads text not null`
  const statements = [
    `create table post_totals (post_id ${id} primary key, ${columns})`,
    // Every index entry on the way to a page needs the last column, so the index contains it.
    ...['created_at', ...sorted].map(
      (name) => `create index post_totals_by_${name} on post_totals (profile_id, ${name}, post_id, since)`,
    ),
    'create index post_totals_changed on post_totals (profile_id, since, joined)',
    `create table post_totals_past (
       id ${numbered}, post_id bigint not null, ${columns}, until bigint not null, gone integer not null)`,
    'create index post_totals_past_of_profile on post_totals_past (profile_id, until)',
    'create index post_totals_past_of_post on post_totals_past (post_id, profile_id, until)',
    `create table group_counts (
       profile_id text not null, slot integer not null, groups bigint not null, primary key (profile_id, slot))`,
    `insert into post_totals (post_id, profile_id, created_at, media_type, joined, since, reads)
     select id, profile_id, created_at, ${mediaType('posts')}, created_at, created_at, '[]' from posts
     where deleted_at is null`,
    `insert into group_counts (profile_id, slot, groups)
     select profile_id, 0, count(*) from post_totals group by profile_id`,
    ...triggers,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Computed while the post is written, when its files certainly exist. A deleted file counts as an image. */
const mediaTypeOf = (items: string): string =>
  `(select case when count(*) = 0 then 'text_or_link'
                when sum(case when media.content_type like 'video/%' then 1 else 0 end) = 0 then 'photo'
                when sum(case when media.content_type like 'video/%' then 1 else 0 end) = count(*) then 'video'
                else 'mixed_media' end
    from ${items} left join media on media.key = item.value ->> 'key')`

const sqliteMediaType = (row: string): string => mediaTypeOf(`json_each(${row}.media) as item`)
const postgresMediaType = (row: string): string => mediaTypeOf(`jsonb_array_elements(${row}.media::jsonb) as item`)

const rowOf = (row: 'old' | 'new', names: readonly string[]): string => names.map((name) => `${row}.${name}`).join(', ')

const insertPast = (until: string, gone: string): string =>
  `insert into post_totals_past (${kept.join(', ')}, until, gone) select ${rowOf('old', kept)}, ${until}, ${gone}`

/** Simultaneous transactions count in different rows, so none waits for another. */
const count = (profileId: string, slot: string, groups: 1 | -1): string =>
  `insert into group_counts (profile_id, slot, groups) values (${profileId}, ${slot}, ${groups})
   on conflict (profile_id, slot) do update set groups = group_counts.groups + ${groups}`

const insertTotals = (mediaType: string, now: string): string =>
  `insert into post_totals (post_id, profile_id, created_at, media_type, joined, since, reads)
   values (new.id, new.profile_id, new.created_at, ${mediaType}, ${now}, ${now}, '[]')`

const sqliteNow = `cast(unixepoch('subsec') * 1000 as integer)`
const sqliteChanged = `not (${followed.map((name) => `new.${name} is old.${name}`).join(' and ')})`

/** SQLite has one writer at a time, so the time is always later than that of the last writer. */
const sqliteTriggers = [
  `create trigger post_totals_follow_new after insert on posts
   begin ${insertTotals(sqliteMediaType('new'), sqliteNow)}; end`,
  `create trigger post_totals_follow_edit after update of profile_id, media on posts
   begin update post_totals set profile_id = new.profile_id, media_type = ${sqliteMediaType('new')}
         where post_id = new.id and (profile_id <> new.profile_id or new.media <> old.media); end`,
  `create trigger post_totals_follow_deletion after update of deleted_at on posts
   when new.deleted_at is not null and old.deleted_at is null
   begin delete from post_totals where post_id = new.id; end`,
  `create trigger post_totals_added after insert on post_totals
   begin ${count('new.profile_id', '0', 1)}; end`,
  `create trigger post_totals_changed after update of ${followed.join(', ')} on post_totals when ${sqliteChanged}
   begin ${insertPast(sqliteNow, 'new.profile_id <> old.profile_id')};
         update post_totals
         set since = ${sqliteNow}, joined = case when new.profile_id = old.profile_id then joined else ${sqliteNow} end
         where post_id = new.post_id; end`,
  `create trigger post_totals_moved after update of profile_id on post_totals when new.profile_id <> old.profile_id
   begin ${count('old.profile_id', '0', -1)}; ${count('new.profile_id', '0', 1)}; end`,
  `create trigger post_totals_removed after delete on post_totals
   begin ${insertPast(sqliteNow, '1')}; ${count('old.profile_id', '0', -1)}; end`,
]

const slots = 64
const slot = `pg_backend_pid() % ${slots}`

/**
 * Writers share this lock. A reader that takes the time of a page holds it alone, so no open transaction has an earlier
 * time.
 */
const share = (profileId: string): string =>
  `perform pg_advisory_xact_lock_shared(${totalsLock}, hashtext(${profileId}))`

const postgresChanged = `(${rowOf('new', followed)}) is distinct from (${rowOf('old', followed)})`

const postgresTriggers = [
  `create function follow_post_in_totals() returns trigger language plpgsql as $$ begin
     if tg_op = 'INSERT' then ${insertTotals(postgresMediaType('new'), '0')};
     elsif new.deleted_at is not null then delete from post_totals where post_id = new.id;
     else update post_totals set profile_id = new.profile_id, media_type = ${postgresMediaType('new')}
       where post_id = new.id;
     end if;
     return null;
   end $$`,
  `create trigger post_totals_follow_new after insert on posts for each row execute function follow_post_in_totals()`,
  `create trigger post_totals_follow_change after update of profile_id, media, deleted_at on posts for each row
   when ((new.profile_id, new.media, new.deleted_at) is distinct from (old.profile_id, old.media, old.deleted_at))
   execute function follow_post_in_totals()`,
  `create function keep_post_totals() returns trigger language plpgsql as $$
   declare
     at bigint;
     leaves boolean := tg_op = 'DELETE';
     joins boolean := tg_op = 'INSERT';
   begin
     if tg_op = 'UPDATE' then
       leaves := new.profile_id <> old.profile_id;
       joins := leaves;
     end if;
     if leaves then ${share('old.profile_id')}; end if;
     if tg_op <> 'DELETE' then ${share('new.profile_id')}; end if;
     at := floor(extract(epoch from clock_timestamp()) * 1000);
     if tg_op <> 'INSERT' then ${insertPast('at', 'leaves::integer')}; end if;
     if leaves then ${count('old.profile_id', slot, -1)}; end if;
     if joins then ${count('new.profile_id', slot, 1)}; new.joined := at; end if;
     if tg_op = 'DELETE' then return old; end if;
     new.since := at;
     return new;
   end $$`,
  `create trigger post_totals_added before insert or delete on post_totals for each row
   execute function keep_post_totals()`,
  `create trigger post_totals_changed before update on post_totals for each row when (${postgresChanged})
   execute function keep_post_totals()`,
]

const onSqlite = {
  id: 'integer',
  numbered: 'integer primary key autoincrement',
  mediaType: sqliteMediaType,
  triggers: sqliteTriggers,
}
const onPostgres = {
  id: 'bigint',
  numbered: 'bigint generated always as identity primary key',
  mediaType: postgresMediaType,
  triggers: postgresTriggers,
}
