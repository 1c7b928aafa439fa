import { existsSync } from 'node:fs'

/** Debian packages of the deployment, each with a file by which it is known to be there. */
const PACKAGES: Readonly<Record<string, string>> = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd/__init__.py',
  'etcd-server': '/usr/bin/etcd',
  'etcd-client': '/usr/bin/etcdctl',
  haproxy: '/usr/sbin/haproxy',
  pgbackrest: '/usr/bin/pgbackrest',
  prometheus: '/usr/bin/prometheus',
  'prometheus-alertmanager': '/usr/bin/prometheus-alertmanager',
  'prometheus-node-exporter': '/usr/bin/prometheus-node-exporter',
  openssl: '/usr/bin/openssl',
}

const NETWORK_PACKAGES: Readonly<Record<string, string>> = { iproute2: '/usr/sbin/ip' }

/** Names of packages that the cluster needs and this machine lacks. */
export const missingPackages = (
  isLoopback: boolean,
  isThere: (path: string) => boolean = existsSync,
): string[] =>
  Object.entries({ ...PACKAGES, ...(isLoopback ? {} : NETWORK_PACKAGES) })
    .filter(([, path]) => !isThere(path))
    .map(([name]) => name)
