-- Device management was asked for by nothing and had no switch; processes were read with any right and ended by who may use functions.
-- Those who could end them keep both.
UPDATE users SET auth_devicemanagement = 1, rights_version = rights_version + 1 WHERE auth_val & 4 <> 0 AND auth_devicemanagement = 0;
