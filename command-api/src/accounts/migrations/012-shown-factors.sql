-- Admins see which members have a second factor.
CREATE OR REPLACE VIEW person AS
  SELECT id, team_id, email, first_name, last_name, last_login_at,
         EXISTS (SELECT FROM totp t WHERE t.user_id = users.id AND t.confirmed_at IS NOT NULL) AS has_second_factor
  FROM users;
