import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** A worker thread that makes an embedded database large and then writes about every millisecond. */
const database = new DatabaseSync(workerData, { timeout: 5000 })
database.exec(`
  pragma synchronous = off;
  create table ballast (text text);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 40)
  insert into ballast select hex(randomblob(500000)) from n;
  insert into ballast values ('');
  pragma synchronous = full;
  pragma wal_checkpoint(truncate);
  pragma synchronous = off;
`)
const write = database.prepare('update ballast set text = ? where rowid = 41')
for (let at = 0; ; at++) {
  write.run(`${at}`)
  if (at === 0) parentPort?.postMessage('ready')
  await sleep(1)
}
