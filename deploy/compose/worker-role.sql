-- The role that deploy/rights/worker.sql gives its rights to, with the password of the secret: by psql, which reads the file itself.
\set password `cat /run/secrets/worker-postgres-password`
SELECT 'CREATE ROLE clearcut_worker LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'clearcut_worker') \gexec
ALTER ROLE clearcut_worker PASSWORD :'password';
