CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"display_name" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"track_id" uuid NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_plays" (
	"day" date PRIMARY KEY NOT NULL,
	"plays" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"follower_id" uuid NOT NULL,
	"following_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follows_once" UNIQUE("follower_id","following_id"),
	CONSTRAINT "follows_another" CHECK ("follows"."follower_id" <> "follows"."following_id")
);
--> statement-breakpoint
CREATE TABLE "genre_counts" (
	"genre" text PRIMARY KEY NOT NULL,
	"tracks" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "likes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"track_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "likes_once" UNIQUE("user_id","track_id")
);
--> statement-breakpoint
CREATE TABLE "login_attempts" (
	"state_hash" varchar PRIMARY KEY NOT NULL,
	"browser_hash" varchar NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"return_to" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "playlist_tracks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"playlist_id" uuid NOT NULL,
	"track_id" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "playlist_tracks_once" UNIQUE("playlist_id","track_id")
);
--> statement-breakpoint
CREATE TABLE "playlists" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"description" text,
	"cover_url" text,
	"privacy" text DEFAULT 'public' NOT NULL,
	"track_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" "tsvector" DEFAULT ''::tsvector NOT NULL,
	CONSTRAINT "playlists_slug_unique" UNIQUE("slug"),
	CONSTRAINT "playlists_count" CHECK ("playlists"."track_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "plays" (
	"track_id" uuid NOT NULL,
	"listener" varchar NOT NULL,
	"played_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plays_track_id_listener_pk" PRIMARY KEY("track_id","listener")
);
--> statement-breakpoint
CREATE TABLE "provider_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"private_jwk" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_records" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"payload" json NOT NULL,
	"uid" text,
	"user_code" text,
	"grant_id" text,
	"consumed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "provider_records_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"variants" text[] NOT NULL,
	"uses" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" varchar PRIMARY KEY NOT NULL,
	"sess" json NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tracks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"description" text,
	"artist" text,
	"studio" text,
	"genre" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"privacy" text DEFAULT 'public' NOT NULL,
	"audio_url" text NOT NULL,
	"artwork_url" text,
	"spotify_url" text,
	"apple_music_url" text,
	"duration" integer,
	"play_count" integer DEFAULT 0 NOT NULL,
	"like_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" "tsvector" DEFAULT ''::tsvector NOT NULL,
	CONSTRAINT "tracks_slug_unique" UNIQUE("slug"),
	CONSTRAINT "tracks_one_per_audio" UNIQUE("audio_url"),
	CONSTRAINT "tracks_counts" CHECK ("tracks"."play_count" >= 0 and "tracks"."like_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"key" text NOT NULL,
	"state" text DEFAULT 'issued' NOT NULL,
	"kind" text,
	"object_path" text,
	"content_type" text,
	"size" bigint,
	"etag" text,
	"duration" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"registered_at" timestamp (3) with time zone,
	CONSTRAINT "uploads_key_unique" UNIQUE("key"),
	CONSTRAINT "uploads_object_path_unique" UNIQUE("object_path")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text,
	"username" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"display_name" text,
	"bio" text,
	"location" text,
	"website" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"search" "tsvector" DEFAULT ''::tsvector NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_username_unique" UNIQUE("username"),
	CONSTRAINT "users_identity" UNIQUE("issuer","subject")
);
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_follower_id_users_id_fk" FOREIGN KEY ("follower_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_following_id_users_id_fk" FOREIGN KEY ("following_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_tracks" ADD CONSTRAINT "playlist_tracks_playlist_id_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."playlists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlist_tracks" ADD CONSTRAINT "playlist_tracks_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playlists" ADD CONSTRAINT "playlists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plays" ADD CONSTRAINT "plays_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracks" ADD CONSTRAINT "tracks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email_any_case" ON "accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "comments_of_track" ON "comments" USING btree ("track_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "comments_of_user" ON "comments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "follows_of" ON "follows" USING btree ("following_id");--> statement-breakpoint
CREATE INDEX "likes_of_track" ON "likes" USING btree ("track_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "login_attempts_expire" ON "login_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "playlist_tracks_in_order" ON "playlist_tracks" USING btree ("playlist_id","position");--> statement-breakpoint
CREATE INDEX "playlist_tracks_of_track" ON "playlist_tracks" USING btree ("track_id");--> statement-breakpoint
CREATE INDEX "playlists_public_search" ON "playlists" USING gin ("search") WHERE privacy = 'public';--> statement-breakpoint
CREATE INDEX "playlists_by_user" ON "playlists" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "plays_played_at" ON "plays" USING btree ("played_at");--> statement-breakpoint
CREATE INDEX "provider_records_uid" ON "provider_records" USING btree ("kind","uid");--> statement-breakpoint
CREATE INDEX "provider_records_grant" ON "provider_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "provider_records_expire" ON "provider_records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "search_words_variants" ON "search_words" USING gin ("variants");--> statement-breakpoint
CREATE INDEX "search_words_prefix" ON "search_words" USING btree ("word" text_pattern_ops,"uses");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree (("sess" ->> 'userId'));--> statement-breakpoint
CREATE INDEX "tracks_public_search" ON "tracks" USING gin ("search") WHERE privacy = 'public';--> statement-breakpoint
CREATE INDEX "tracks_by_user" ON "tracks" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tracks_newest" ON "tracks" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tracks_public_newest" ON "tracks" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE privacy = 'public';--> statement-breakpoint
CREATE INDEX "tracks_public_updated" ON "tracks" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE privacy = 'public';--> statement-breakpoint
CREATE INDEX "tracks_public_plays" ON "tracks" USING btree ("play_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE privacy = 'public';--> statement-breakpoint
CREATE INDEX "tracks_public_likes" ON "tracks" USING btree ("like_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE privacy = 'public';--> statement-breakpoint
CREATE INDEX "tracks_public_genre_plays" ON "tracks" USING btree (coalesce(genre, 'other'),"play_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE privacy = 'public';--> statement-breakpoint
CREATE INDEX "tracks_public_genre_newest" ON "tracks" USING btree (coalesce(genre, 'other'),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE privacy = 'public';--> statement-breakpoint
CREATE INDEX "uploads_of_user" ON "uploads" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_never_registered" ON "uploads" USING btree ("created_at") WHERE state = 'issued';--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_any_case" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);