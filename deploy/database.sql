-- What PostgreSQL runs when its volume is new: Laguna's own database, and a role that may do nothing else.
\set password `cat /run/secrets/database_password`
CREATE ROLE laguna LOGIN PASSWORD :'password';
CREATE DATABASE laguna OWNER laguna ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE laguna FROM PUBLIC;
